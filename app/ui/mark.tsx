/** Drawn in ink in public/marks, by code point; anything else is left to the reader's own emoji font. */
const DRAWN = new Set(
	'1f4ac 1f91d 1f6e0 1f5c2 1f4ca 1f3a8 1f389 1fa9a 1fa7a 1f9fe 1f9f8 1f9f1 1f9ed 1f680 1f50d 1f4ec 1f4e6 1f4e3 1f4da 1f4d8 1f4c8 1f4c4 1f4a1 1f48c 1f3d7 1f3a7 1f31f 270d 2699'.split(
		' ',
	),
)

/** An emoji of the content as a picture on a sun disc: the same on every device. Decoration to a screen reader. */
export function Mark({ emoji, size = 'md' }: { emoji: string; size?: 'md' | 'lg' }) {
	const code = emoji.codePointAt(0)?.toString(16) ?? ''
	return (
		<span className={size === 'lg' ? 'mark mark-lg' : 'mark'} aria-hidden="true">
			{DRAWN.has(code) ? <img src={`/marks/${code}.svg`} alt="" width="64" height="64" loading="lazy" /> : emoji}
		</span>
	)
}
