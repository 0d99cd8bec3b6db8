"""Run folders: everything a run left behind, from which every summary can be made again."""
