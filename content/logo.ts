/** The parts of a logo that was checked, for who draws it in a size of its own. */
export const logoParts = (source: string): { viewBox: string; fill: string | undefined; shapes: string } => ({
	viewBox: /viewBox="([^"]*)"/.exec(source)?.[1] ?? '0 0 40 40',
	fill: /^\s*<svg[^>]*\sfill="([^"]*)"/.exec(source)?.[1],
	shapes: source
		.replace(/^\s*<svg[^>]*>/, '')
		.replace(/<\/svg>\s*$/, '')
		.replaceAll(/>\s+</g, '><')
		.trim(),
})

/** Pixels of a logo that is a picture, at each side: three for each of the largest icon of a tab, and more than the header shows. */
export const LOGO_SIDE = 256

const PICTURE =
	/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 256 256"><image width="256" height="256" href="data:image\/png;base64,([A-Za-z0-9+/]+={0,2})"\/><\/svg>\n?$/

/** The content file of a logo that is a PNG, in base64. It is an SVG, so that whatever shows the logo shows a picture too. */
export const printLogoPicture = (png: string): string =>
	`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LOGO_SIDE} ${LOGO_SIDE}"><image width="${LOGO_SIDE}" height="${LOGO_SIDE}" href="data:image/png;base64,${png}"/></svg>\n`

/** FNV-1a: tells apart versions of a picture in its address. */
function hash(text: string): string {
	let sum = 0x811c9dc5
	for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193)
	return (sum >>> 0).toString(36)
}

/** The PNG of a logo that is a picture, in base64, and where pages load it from; null for one of shapes. */
export function readLogoPicture(source: string): { png: string; address: string } | null {
	const png = PICTURE.exec(source)?.[1]
	return png === undefined ? null : { png, address: `/assets/logo-${hash(png)}.png` }
}

/** The parts of a logo for a page: a picture is loaded once, instead of being part of each page. */
export function logoOnPage(source: string): ReturnType<typeof logoParts> {
	const picture = readLogoPicture(source)
	const parts = logoParts(source)
	return picture ? { ...parts, shapes: `<image width="${LOGO_SIDE}" height="${LOGO_SIDE}" href="${picture.address}"/>` } : parts
}
