import { TextField } from '#app/ui/field.tsx'
import type { drawFontSample } from '#server/console/content/heading-font.ts'

type Font = ReturnType<typeof drawFontSample>

function Sample({ font }: { font: Font }) {
	if (font === null) return null
	if (font === 'brand') return <p className="empty">Headings use the brand font.</p>
	const { name, kilobytes, d, viewBox } = font
	return (
		<>
			<p>
				{'Headings use '}
				<strong>{name}</strong>
				{`. Visitors download it once (${kilobytes} kB).`}
			</p>
			<svg className="h-16 max-w-full" viewBox={viewBox} role="img" aria-label="Site name in this font">
				<path d={d} fill="currentColor" />
			</svg>
		</>
	)
}

/** Shows the heading font and a field for another one. */
export const HeadingFontUpload = ({ font, error }: { font: Font; error: string | undefined }) => (
	<>
		<Sample font={font} />
		<TextField
			id="font-file"
			name="file"
			type="file"
			accept=".ttf,.otf,.woff2"
			label="Heading font file"
			hint="TTF, OTF or WOFF2, up to 1 MB. Choose a bold font: pages load only its Latin letters, in one weight. Missing letters use the brand font. Its license must allow use on websites."
			required
			error={error}
		/>
	</>
)
