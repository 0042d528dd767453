"""What an operator has and lacks on its way to a delivery, and the scaffolds that fill gaps."""
