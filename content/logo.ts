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

/** The parts of a logo for a page: a picture is loaded once, instead of being part of each page. */
export function logoOnPage(source: string): ReturnType<typeof logoParts> {
	const picture = readLogoPicture(source)
	const parts = logoParts(source)
	return picture ? { ...parts, shapes: `<image width="${LOGO_SIDE}" height="${LOGO_SIDE}" href="${picture.address}"/>` } : parts
}
