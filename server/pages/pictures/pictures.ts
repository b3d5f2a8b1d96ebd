import { readFileSync } from 'node:fs'

import type { Content } from '#content/load-content.server.ts'
import { logoParts } from '#content/logo.ts'
import type { Brand, LinkPicture } from '#content/schema/brand.ts'
import { furtherOfferPath } from '#contracts/paths.ts'
import { COLOR_PROPERTIES } from '#server/pages/brand/paint-brand.ts'

import { drawText } from './set-text.ts'

export type Picture = {
	file: string
	/** In pixels; ignored for an SVG. */
	width: number
	/** Serialized inputs of the drawing. The picture is drawn again when their hash changes. */
	inputs: string
	toSvg: () => string
}

const asset = (name: string) => readFileSync(new URL(`../../../app/${name}`, import.meta.url), 'utf8')

type Look = {
	name: string
	logo: string
	isSans: boolean
	/** The operator's heading font in base64; null for the site's own. */ heading: string | null
	colors: Record<string, string>
}

/** Returns the colors of the day theme, read from the site's style sheet. */
function readColors({ day: brandColors }: Brand): Record<string, string> {
	const dayTheme = /:root \{([\s\S]*?)@variant/.exec(asset('styles/tokens.css'))?.[1] ?? ''
	const colors = Object.fromEntries([...dayTheme.matchAll(/(--[\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]))
	for (const [name, properties] of Object.entries(COLOR_PROPERTIES))
		for (const property of properties) colors[property] = brandColors[name as keyof typeof brandColors]
	return colors
}

const withColors = (svg: string, colors: Record<string, string>) =>
	svg.replaceAll(/var\((--[\w-]+)\)/g, (whole, name: string) => {
		const color = colors[name]
		if (!color) throw new Error(`app/styles/tokens.css has no color for ${whole}`)
		return color
	})

function drawLogo({ logo }: Look, { x, y, size }: { x: number; y: number; size: number }): string {
	const { viewBox, fill = '#000', shapes } = logoParts(logo)
	return `<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="${viewBox}" fill="${fill}">${shapes}</svg>`
}

/** Draws the app icon: the logo on a background, because phones crop the corners themselves. */
const drawIcon = (look: Look, corner: number) =>
	withColors(
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="${corner}" fill="var(--ground)"/>${drawLogo(look, { x: 2, y: 2, size: 36 })}</svg>`,
		look.colors,
	)

const WIDTH = 1200
const HEIGHT = 630
const ART_WIDTH = 480
const TEXT = { left: 64, top: 150, bottom: 534, width: 600, gap: 22 }

/** Draws a link preview: the brand, a title, and one of the site's drawings. */
function drawLinkPreview(look: Look, { title, label, art }: Omit<LinkPicture, 'id'>): string {
	const [, viewBox, drawing] = new RegExp(`<symbol id="${art}" viewBox="([^"]+)">([\\s\\S]*?)</symbol>`).exec(asset('assets/art.svg')) ?? []
	if (viewBox === undefined) throw new Error(`app/assets/art.svg has no drawing ${art}`)
	const { isSans, heading } = look
	const [labelText, titleText] = [
		drawText(label, { size: 28, width: TEXT.width, isSans, fill: 'var(--accent-ink)' }),
		drawText(title, {
			size: 62,
			width: TEXT.width,
			lines: 5,
			lineHeight: 1.06,
			spacing: -0.025,
			isSans,
			headingFont: heading,
			fill: 'var(--ink)',
		}),
	]
	const top = (TEXT.top + TEXT.bottom - labelText.height - TEXT.gap - titleText.height) / 2
	return withColors(
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="var(--ground)"/>
<rect x="${WIDTH - ART_WIDTH}" width="${ART_WIDTH}" height="${HEIGHT}" fill="var(--art-sky)"/>
<svg x="${WIDTH - ART_WIDTH}" width="${ART_WIDTH}" height="${HEIGHT}" viewBox="${viewBox}" preserveAspectRatio="xMidYMid ${art === 'signpost' ? 'meet' : 'slice'}">${drawing}</svg>
${drawLogo(look, { x: TEXT.left, y: 52, size: 52 })}${drawText(look.name, { size: 32, width: 520, isSans, fill: 'var(--ink)' }).svg(130, 59)}
${labelText.svg(TEXT.left, top)}${titleText.svg(TEXT.left, top + labelText.height + TEXT.gap)}
<path d="M0 618H470C590 618 650 608 720 580" fill="none" stroke="var(--accent)" stroke-width="9"/></svg>`,
		look.colors,
	)
}

export function listPictures({ site, brand, headingFont, logo, articles, linkPictures, offers }: Content): Picture[] {
	const heading = headingFont.font?.data ?? null
	const look: Look = { name: site.name, logo, isSans: brand.font === 'sans', heading, colors: readColors(brand) }
	const icons = [
		{ file: 'favicon.svg', width: 0 },
		{ file: 'favicon.ico', width: 32 },
		{ file: 'apple-touch-icon.png', width: 180 },
		{ file: 'icon-192.png', width: 192 },
		{ file: 'icon-512.png', width: 512 },
	].map((icon) => ({
		...icon,
		inputs: JSON.stringify({ ...look, name: '', isSans: false, heading: null }),
		toSvg: () => drawIcon(look, icon.file.endsWith('.png') ? 0 : 6),
	}))
	const previews = [
		{ file: 'og.png', label: site.program, title: site.strapline, art: 'poster' as const },
		...articles.map(({ id, title, category, art }) => ({ file: `og/${id}.png`, label: category, title, art })),
		...linkPictures.map(({ id, ...texts }) => ({ file: `og/${id}.png`, ...texts })),
		...offers.slice(1).map(({ code, programName, productName }) => ({
			file: `og${furtherOfferPath(code)}.png`,
			label: programName,
			title: productName,
			art: 'poster' as const,
		})),
	].map(({ file, ...texts }) => ({ file, width: WIDTH, inputs: JSON.stringify([look, texts]), toSvg: () => drawLinkPreview(look, texts) }))
	return [...icons, ...previews]
}
