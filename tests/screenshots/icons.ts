/**
 * `node tests/screenshots/icons.ts`: draws the app icons and the link preview image from public/favicon.svg and the
 * design's tokens. Run again only when one of those changes.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brand } from '#domain/brand.ts';
import { openBrowser } from './capture.ts';

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const mark = await readFile(path('public/favicon.svg'), 'utf8');
const font = await readFile(path('src/styles/fonts/archivo-basic.woff2'), 'base64');
const tokens = (await readFile(path('src/styles/tokens.css'), 'utf8')).replace(
  './fonts/archivo-basic.woff2',
  `data:font/woff2;base64,${font}`,
);

/** `ratio`: width of the mark relative to the icon; smaller for the maskable icon, which may be cut to a circle. */
const icons = [
  { name: 'icon-192', side: 192, ratio: 0.76, corner: '18%' },
  { name: 'icon-512', side: 512, ratio: 0.76, corner: '18%' },
  { name: 'icon-maskable-512', side: 512, ratio: 0.56, corner: '0' },
  { name: 'apple-touch-icon', side: 180, ratio: 0.7, corner: '0' },
  { name: 'favicon', side: 32, ratio: 0.9, corner: '18%' },
];

const iconPage = ({ ratio, corner }: (typeof icons)[number]) => `<!doctype html>
<style>${tokens}
body{margin:0;height:100vh;display:grid;place-items:center;background:var(--color-page);border-radius:${corner}}
html{background:none}svg{width:${ratio * 100}vw}</style>${mark}`;

const cardPage = `<!doctype html><html lang="es" data-theme="papel">
<style>${tokens}
body{margin:0;width:1200px;height:630px;box-sizing:border-box;padding:72px 0 0 80px;overflow:hidden;position:relative;
background:var(--color-board);color:var(--color-on-board);font-family:var(--font-sans)}
.name{display:flex;gap:20px;align-items:center;font-size:52px;font-stretch:75%;font-weight:800}
.name svg{width:64px}.name path:first-of-type{fill:var(--color-on-board)}.name g{stroke:var(--color-board)}
h1{margin:52px 0 0;max-width:900px;font-size:104px;line-height:.98;font-stretch:62%;font-weight:800;letter-spacing:var(--tracking-display);word-spacing:.08em}
.ticket{position:absolute;right:80px;top:72px;width:250px;height:300px;box-sizing:border-box;padding:30px 30px;color:var(--color-text);
background:radial-gradient(circle 15px at 0 172px,transparent 15px,var(--color-surface) 16px) left/51% 100% no-repeat,
radial-gradient(circle 15px at 100% 172px,transparent 15px,var(--color-surface) 16px) right/51% 100% no-repeat;font-stretch:80%;font-size:24px;line-height:1.25}
.ticket b{display:block;font-size:32px;font-stretch:70%;font-weight:800;line-height:1.05;word-spacing:.1em}
.ticket i{position:absolute;left:26px;right:26px;top:171px;border-top:3px dashed var(--color-border)}
.ticket u{position:absolute;left:30px;top:196px;text-decoration:none;color:var(--color-signal);font-weight:700;font-size:26px}
.ticket s{position:absolute;left:30px;top:228px;text-decoration:none;font-weight:800;font-size:50px;font-stretch:62%;line-height:1}
.art{position:absolute;right:0;bottom:28px;width:100%;height:200px}</style>
<p class="name" style="margin:0">${mark}${brand.name}</p><h1>${brand.tagline.replace('. ', '.<br>')}</h1>
<div class="ticket"><b>España –<br>Uruguay</b>Categoría 2<i></i><u>Baja de 180 €</u><s>172,00 €</s></div>
<svg class="art" viewBox="0 0 1200 200" fill="none">
<path d="M0 140H1200" stroke="var(--color-signal-on-board)" stroke-width="7"/>
<path d="M80 40H190V28H300V58H420V46H540V78H660V64H760" stroke="var(--color-on-board)" stroke-width="6"/>
<path d="M760 64C880 14 1010 50 1040 140" stroke="var(--color-on-board)" stroke-width="5" stroke-dasharray="2 15" stroke-linecap="round"/>
<circle cx="1040" cy="140" r="15" fill="var(--color-board)" stroke="var(--color-signal-on-board)" stroke-width="7"/>
<circle cx="1046" cy="176" r="15" fill="var(--color-on-board)"/></svg></html>`;

/** A PNG in the container of `favicon.ico`, which browsers request where a page names no icon. */
function toIco(png: Buffer, side: number): Buffer {
  const header = Buffer.alloc(22);
  // Type 1: icon; one image, its side, 1 plane of 32 bits, its length and its offset.
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(side, 6);
  header.writeUInt8(side, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

const browser = await openBrowser();
try {
  const page = await browser.newPage();
  for (const icon of icons) {
    await page.setViewportSize({ width: icon.side, height: icon.side });
    const png = await draw(iconPage(icon));
    if (icon.name === 'favicon') await save('favicon.ico', toIco(png, icon.side));
    else await save(`${icon.name}.png`, png);
  }
  await page.setViewportSize({ width: 1200, height: 630 });
  await save('tarjeta.png', await draw(cardPage));

  async function draw(html: string): Promise<Buffer> {
    await page.setContent(html);
    await page.evaluate(() => document.fonts.ready);
    return page.screenshot({ omitBackground: true });
  }
  async function save(name: string, image: Buffer): Promise<void> {
    await writeFile(path(`public/${name}`), image);
    process.stdout.write(`${name}: ${(image.length / 1_000).toFixed(1)} kB\n`);
  }
} finally {
  await browser.close();
}
