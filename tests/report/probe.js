// Measures a page from inside: what is wider than the window, which charts are drawn, which texts overlap, are cut, or are faint.
(() => {
  const ON_A_BAR = ["#111111", "#fefefe"];
  const box = each => each.getBoundingClientRect();
  const shown = each => each.textContent.trim() && box(each).width > 0;
  const overlaps = [], cut = [], faint = [];

  const linear = part => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  const light = colour => {
    const [red, green, blue] = colour.match(/[0-9.]+/g).map(each => linear(each / 255));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const paper = light(getComputedStyle(document.body).backgroundColor);
  const is_faint = colour => (Math.max(light(colour), paper) + 0.05) / (Math.min(light(colour), paper) + 0.05) < 4;

  for (const svg of document.querySelectorAll("svg")) {
    const frame = box(svg);
    const texts = [...svg.querySelectorAll("text")].filter(shown);
    texts.forEach((one, number) => {
      const a = box(one);
      if (a.left < frame.left - 1 || a.right > frame.right + 1 || a.top < frame.top - 1 || a.bottom > frame.bottom + 1)
        cut.push(one.textContent);
      if (one.textContent.endsWith("…")) cut.push(one.textContent);  // the renderer had no room for all of it
      if (!ON_A_BAR.includes(one.getAttribute("fill")) && is_faint(getComputedStyle(one).fill)) faint.push(one.textContent);
      for (const other of texts.slice(number + 1)) {
        const b = box(other);
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 2 && high > 3) overlaps.push([one.textContent, other.textContent]);
      }
    });
  }

  for (const each of document.querySelectorAll("h1, h2, h3, h4, p, td, th, li, a, dt, dd, label, figcaption, summary")) {
    if (!shown(each)) continue;
    const style = getComputedStyle(each);
    const can_be_scrolled = each.closest("div.wide, figure > div, pre");
    if (is_faint(style.color)) faint.push(each.textContent);
    if (style.overflowX !== "visible" && each.scrollWidth > each.clientWidth + 1) cut.push(each.textContent);
    if (!can_be_scrolled && box(each).right > innerWidth + 1) cut.push(each.textContent);
  }

  const words = cell => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return {left: box(range).left, right: box(range).right, text: cell.textContent};
  };
  for (const row of document.querySelectorAll("tr")) {
    [...row.cells].filter(shown).map(words).reduce((before, cell) => {
      if (cell.left < before.right - 1) overlaps.push([before.text, cell.text]);
      return cell;
    }, {right: -Infinity});
  }

  // What Vega draws of the data lies in groups of this class; axes, legends and backgrounds are there without any.
  const marks = svg => [...svg.querySelectorAll(".role-mark :is(path, rect, line, circle)")]
    .filter(each => box(each).width + box(each).height > 0);
  return {
    width: document.documentElement.scrollWidth,
    window: innerWidth,
    overlaps, cut, faint,
    charts: [...document.querySelectorAll("svg")].map(each => marks(each).length && Math.min(box(each).width, box(each).height)),
    rows: [...document.querySelectorAll("tbody tr")].filter(each => box(each).height > 0).length,
  };
})()
