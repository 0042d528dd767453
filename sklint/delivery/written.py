"""The files of a scaffold with their digests, so that the next run can tell whether somebody changed one."""

from collections.abc import Mapping
from hashlib import sha256

from sklint.generate.adapt_inputs import Fingerprint


def written_files(folder: str, files: Mapping[str, bytes]) -> list[Fingerprint]:
    return [Fingerprint(f"{folder}/{path}", sha256(data).hexdigest()) for path, data in sorted(files.items())]
