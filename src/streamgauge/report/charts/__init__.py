"""Charts: each a Vega-Lite specification made of plain data, drawn offline as SVG. One chart, one file."""
