// Every visible text whose contrast with what lies behind it is below WCAG AA (4.5, or 3 where it is large).
() => {
  const channel = (value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);

  const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  /** Any colour of CSS as red, green, blue and opacity. */
  const parse = (text) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (back, [r, g, b, a]) => back.map((value, place) => value * (1 - a) + [r, g, b][place] * a);
  const behind = (el) => {
    const chain = [];
    for (let at = el; at; at = at.parentElement) chain.unshift(at);
    return chain.reduce((back, one) => over(back, parse(getComputedStyle(one).backgroundColor)), [255, 255, 255]);
  };
  const written = (el) => [...el.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());

  const bad = [];
  for (const el of document.querySelectorAll("body *")) {
    if (el.closest("svg, dialog:not([open]), [disabled], [aria-hidden=true], option") || !written(el)) continue;
    const style = getComputedStyle(el);
    if (!el.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || el.getBoundingClientRect().width < 2) continue;
    const back = behind(el);
    const [high, low] = [light(over(back, parse(style.color))), light(back)].sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05);
    const size = parseFloat(style.fontSize);
    const need = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    if (ratio < need - 0.02) bad.push(`${ratio.toFixed(2)} < ${need}: "${el.textContent.trim().slice(0, 40)}" (${el.className})`);
  }
  return bad;
};
