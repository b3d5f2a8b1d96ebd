const POINTS = Array.from({ length: 24 }, (_, index) => {
	const radius = index % 2 === 0 ? 50 : 44
	const angle = (index / 24) * 2 * Math.PI
	return `${(52 + radius * Math.sin(angle)).toFixed(1)},${(52 - radius * Math.cos(angle)).toFixed(1)}`
}).join(' ')

/** The stamp of the guarantee. Decoration: the text is next to it. */
export function GuaranteeSeal({ days }: { days: number }) {
	return (
		<svg viewBox="0 0 104 104" className="w-full" aria-hidden="true" focusable="false">
			<polygon points={POINTS} fill="var(--sun)" />
			<circle cx="52" cy="52" r="37" fill="none" stroke="var(--on-sun)" strokeWidth="2" />
			<text x="52" y="58" textAnchor="middle" fontSize="34" fontWeight="700" fill="var(--on-sun)" fontFamily="var(--font-sans)">
				{days}
			</text>
			<text x="52" y="75" textAnchor="middle" fontSize="15" fontWeight="600" fill="var(--on-sun)" fontFamily="var(--font-sans)">
				days
			</text>
		</svg>
	)
}
