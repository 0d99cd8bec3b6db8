"""The kernels of `Fold`, one a file."""

from streamgauge.flow.kernels.base import Kernel, Parameter
from streamgauge.flow.kernels.change import CHANGE
from streamgauge.flow.kernels.smooth import SMOOTH

KERNELS = {kernel.name: kernel for kernel in (CHANGE, SMOOTH)}

__all__ = ["KERNELS", "Kernel", "Parameter"]
