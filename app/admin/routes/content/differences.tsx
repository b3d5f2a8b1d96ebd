import type { LineDiff } from '#server/console/content/line-diff.ts'

const SIGNS: Readonly<Record<string, { as: 'ins' | 'del'; word: string }>> = {
	'+': { as: 'ins', word: 'Added: ' },
	'-': { as: 'del', word: 'Removed: ' },
}

function Line({ text }: { text: string }) {
	const sign = SIGNS[text.charAt(0)]
	if (!sign) return <span>{text}</span>
	return (
		<sign.as>
			<span className="sr-only">{sign.word}</span>
			{text}
		</sign.as>
	)
}

export function Differences({ diff, label }: { diff: LineDiff; label: string }) {
	if (diff === 'same') return <p className="empty">No differences.</p>
	if (diff === 'too-different') return <p className="empty">The two texts are too different to compare line by line.</p>
	return (
		<div className="diff" role="group" aria-label={label}>
			{diff.map(({ start, lines }) => (
				<div key={start}>
					<p className="text-soft">{`Line ${start}`}</p>
					<pre>
						{lines.map((text, index) => (
							<Line key={index} text={text} />
						))}
					</pre>
				</div>
			))}
		</div>
	)
}
