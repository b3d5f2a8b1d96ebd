import { chromium, type Browser } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import { readArticleFiles } from '#content/article-files.server.ts'
import pictures from '#content/link-pictures.json' with { type: 'json' }
import { type LinkPicture, LinkPicturesSchema } from '#content/schema/link-pictures.ts'
import site from '#content/site.json' with { type: 'json' }

import { toPalette } from './draw-link-pictures/to-palette.ts'

/**
 * Draws the picture that a link preview shows, 1200 by 630: public/og/<slug>.png for each article, and one for each page of
 * content/link-pictures.json. Run it after writing an article: `node scripts/run.mjs scripts/draw-link-pictures.ts`. It needs
 * Chromium (CHROMIUM_PATH).
 */
const read = (path: string) => readFileSync(new URL(path, import.meta.url))
const inline = (svg: string) => svg.replace('<svg ', '<svg class="sheet" ')

const font = read('../app/assets/fonts/besley-launchway.woff2').toString('base64')
const art = inline(read('../app/assets/art.svg').toString('utf8'))
/** The light theme's colors, from the sheet that the site uses. */
const colours = /:root \{([\s\S]*?)@variant/.exec(read('../app/styles/tokens.css').toString('utf8'))?.[1] ?? ''

const STYLE = `
@font-face { font-family: Besley; src: url(data:font/woff2;base64,${font}); font-weight: 400 600 }
:root { ${colours} }
body { margin: 0; width: 1200px; height: 630px; overflow: hidden; position: relative; background: var(--ground); color: var(--ink); font-family: Besley }
.sheet { position: absolute; width: 0; height: 0 }
.art { position: absolute; right: 0; top: 0; width: 480px; height: 630px; background: var(--art-sky) }
.brand { position: absolute; left: 64px; top: 52px; display: flex; gap: 14px; align-items: center; margin: 0; font-size: 32px; font-weight: 700 }
.text { position: absolute; left: 64px; right: 536px; top: 150px; bottom: 96px; display: grid; align-content: center; gap: 22px }
p { margin: 0; font-size: 28px; font-weight: 600; color: var(--accent-ink) }
h1 { margin: 0; font-size: 62px; line-height: 1.06; font-weight: 600; letter-spacing: -0.025em; text-wrap: balance }
.way { position: absolute; left: 0; bottom: 0; width: 720px; height: 70px }`

const SIZES = {
	desk: [320, 220],
	fork: [320, 220],
	stall: [320, 220],
	studio: [640, 360],
	poster: [640, 760],
	signpost: [340, 400],
} as const

function markup({ title, label, art: name }: LinkPicture): string {
	const [width, height] = SIZES[name]
	return `<style>${STYLE}</style>${art}
<svg class="art" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid ${name === 'signpost' ? 'meet' : 'slice'}"><use href="#${name}" width="${width}" height="${height}"/></svg>
<p class="brand"><svg width="52" height="52" viewBox="0 0 40 40" fill="none"><circle cx="13" cy="13" r="7" fill="var(--sun)"/><path d="M2 33.5H38" stroke="var(--ink)" stroke-width="3"/><path d="M2 26.5H12C23 26.5 26 17 37 4" stroke="var(--accent)" stroke-width="5.5"/></svg><span style="color:var(--ink)">${site.name}</span></p>
<div class="text"><p>${label}</p><h1>${title}</h1></div>
<svg class="way" viewBox="0 0 720 70" fill="none"><path d="M0 58H470C590 58 650 48 720 20" stroke="var(--accent)" stroke-width="9"/></svg>`
}

async function draw(browser: Browser, picture: LinkPicture): Promise<Buffer> {
	const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
	await page.setContent(markup(picture))
	await page.evaluate('document.fonts.ready.then(() => true)')
	const png = await page.screenshot()
	await page.close()
	return png
}

const target = fileURLToPath(new URL('../public/og/', import.meta.url))
await mkdir(target, { recursive: true })
const browser = await chromium.launch({
	executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
	args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})
const ofArticles = readArticleFiles().map(({ id, title, category, art: name }) => ({ id, title, label: category, art: name }))
for (const picture of [...ofArticles, ...LinkPicturesSchema.parse(pictures).pictures]) {
	const png = toPalette(await draw(browser, picture))
	await writeFile(`${target}${picture.id}.png`, png)
	console.log(`public/og/${picture.id}.png ${png.length} bytes`)
}
await browser.close()
