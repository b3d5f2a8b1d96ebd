import { LOGO_SIDE, readLogoPicture } from './schema/logo.ts'

/** The parts of a checked logo, for drawing it at another size. */
export const logoParts = (source: string): { viewBox: string; fill: string | undefined; shapes: string } => ({
	viewBox: /viewBox="([^"]*)"/.exec(source)?.[1] ?? '0 0 40 40',
	fill: /^\s*<svg[^>]*\sfill="([^"]*)"/.exec(source)?.[1],
	shapes: source
		.replace(/^\s*<svg[^>]*>/, '')
		.replace(/<\/svg>\s*$/, '')
		.replaceAll(/>\s+</g, '><')
		.trim(),
})

/** Height in pixels at which pages show it. */
const SHOWN_HEIGHT = 40
/** From here on a logo has the name in it. */
const WIDE = 2

function ratioOf(source: string): number {
	const [, , width, height] = logoParts(source)
		.viewBox.trim()
		.split(/[\s,]+/)
	return Number(width) / Number(height)
}

/** True if a logo replaces the name. */
export const isWideLogo = (source: string): boolean => ratioOf(source) >= WIDE

/** The parts of a logo for a page: a picture is loaded once, instead of being part of each page. `width` is that of one that is not square. */
export function logoOnPage(source: string): ReturnType<typeof logoParts> & { width?: number } {
	const picture = readLogoPicture(source)
	const ratio = ratioOf(source)
	return {
		...logoParts(source),
		...(ratio !== 1 && { width: Math.round(SHOWN_HEIGHT * ratio) }),
		...(picture && { shapes: `<image width="${picture.width}" height="${LOGO_SIDE}" href="${picture.address}"/>` }),
	}
}
