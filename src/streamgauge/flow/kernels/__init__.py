"""The kernels of `Fold`, one a file."""

from streamgauge.flow.kernels.base import Kernel, Parameter
from streamgauge.flow.kernels.bloom import BLOOM
from streamgauge.flow.kernels.change import CHANGE
from streamgauge.flow.kernels.interpolate import INTERPOLATE
from streamgauge.flow.kernels.kalman import KALMAN
from streamgauge.flow.kernels.loglog import LOGLOG
from streamgauge.flow.kernels.moment import MOMENT
from streamgauge.flow.kernels.smooth import SMOOTH
from streamgauge.flow.kernels.trend import TREND

KERNELS = {kernel.name: kernel for kernel in (BLOOM, CHANGE, INTERPOLATE, KALMAN, LOGLOG, MOMENT, SMOOTH, TREND)}

__all__ = ["KERNELS", "Kernel", "Parameter"]
