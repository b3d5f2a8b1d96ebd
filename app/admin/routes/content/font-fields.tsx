import { TextField } from '#app/ui/field.tsx'
import type { presentFont } from '#server/console/content/heading-font.ts'

type Font = ReturnType<typeof presentFont>

function Sample({ font }: { font: Font }) {
	if (font === null) return null
	if (font === 'brand') return <p className="empty">Headings are set in the font of the brand.</p>
	const { name, kilobytes, d, viewBox } = font
	return (
		<>
			<p>
				{'Headings are set in '}
				<strong>{name}</strong>
				{`, ${kilobytes} kB that a visitor loads once.`}
			</p>
			<svg className="font-sample" viewBox={viewBox} role="img" aria-label="The name of the site in this font">
				<path d={d} fill="currentColor" />
			</svg>
		</>
	)
}

export const FontFields = ({ font, error }: { font: Font; error: string | undefined }) => (
	<>
		<Sample font={font} />
		<TextField
			id="font-file"
			name="file"
			type="file"
			accept=".ttf,.otf,.woff2"
			label="A font for headings, from a file"
			hint="TTF, OTF or WOFF2, 1 MB at most, best a bold one. Pages load its Latin letters in one weight; a letter that it lacks comes from the font of the brand. Your license has to allow its use on a website."
			required
			error={error}
		/>
	</>
)
