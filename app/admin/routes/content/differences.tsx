import type { LineDiff } from '#server/console/content/line-diff.ts'

const SIGNS: Readonly<Record<string, { as: 'ins' | 'del'; word: string; color: string }>> = {
	'+': { as: 'ins', word: 'Added: ', color: 'text-spruce-ink' },
	'-': { as: 'del', word: 'Removed: ', color: 'text-danger-ink' },
}

function Line({ text }: { text: string }) {
	const sign = SIGNS[text.charAt(0)]
	if (!sign) return <span className="block px-3">{text}</span>
	return (
		<sign.as className={`block px-3 no-underline ${sign.color}`}>
			<span className="sr-only">{sign.word}</span>
			{text}
		</sign.as>
	)
}

export function Differences({ diff, label }: { diff: LineDiff; label: string }) {
	if (diff === 'same') return <p className="empty">No differences.</p>
	if (diff === 'too-different') return <p className="empty">The two texts are too different to compare line by line.</p>
	return (
		<div className="diff grid min-w-0 gap-3" role="group" aria-label={label}>
			{diff.map(({ start, lines }) => (
				<div key={start}>
					<p className="text-soft">{`Line ${start}`}</p>
					<pre className="border border-line bg-raised py-2 wrap-anywhere whitespace-pre-wrap">
						{lines.map((text, index) => (
							<Line key={index} text={text} />
						))}
					</pre>
				</div>
			))}
		</div>
	)
}
