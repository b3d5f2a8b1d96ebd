type QuizTrailProps = {
	/** One mark per answer so far, in order. */
	marks: readonly string[]
	count: number
}

/** The five stations of the quiz; each keeps the mark of what was picked there. */
export function QuizTrail({ marks, count }: QuizTrailProps) {
	const position = Math.min(marks.length + 1, count)
	return (
		<div
			role="progressbar"
			aria-label="Quiz progress"
			aria-valuemin={1}
			aria-valuemax={count}
			aria-valuenow={position}
			aria-valuetext={`Question ${position} of ${count}`}
			className="flex items-center"
		>
			{Array.from({ length: count }, (_, index) => (
				<Station key={index} number={index + 1} mark={marks[index] ?? null} isCurrent={index === marks.length} />
			))}
		</div>
	)
}

function Station({ number, mark, isCurrent }: { number: number; mark: string | null; isCurrent: boolean }) {
	const look = mark ? 'border-accent bg-raised' : isCurrent ? 'border-accent bg-accent text-on-accent' : 'border-line-strong text-soft'
	const road = mark || isCurrent ? 'border-accent' : 'border-dotted border-line-strong'
	return (
		<span className={`flex items-center ${number === 1 ? '' : 'flex-1'}`} aria-hidden="true">
			{number > 1 && <span className={`flex-1 border-t-4 ${road}`} />}
			<span className={`grid size-11 place-items-center rounded-full border-[3px] font-semibold ${look}`}>{mark ?? number}</span>
		</span>
	)
}
