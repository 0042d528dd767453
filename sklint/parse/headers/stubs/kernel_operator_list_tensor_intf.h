// What this header declares is in the prelude.
#include "kernel_operator.h"
