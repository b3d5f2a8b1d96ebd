type StepListProps = { steps: readonly string[]; isDone: (index: number) => boolean; onToggle: (index: number, isDone: boolean) => void }

/** Numbered steps to tick off; a ticked step stays readable. */
export function StepList({ steps, isDone, onToggle }: StepListProps) {
	const doneCount = steps.filter((_step, index) => isDone(index)).length
	return (
		<div className="grid max-w-read gap-4">
			<div className="flex flex-wrap items-baseline justify-between gap-x-6">
				<h3>Step by step</h3>
				<p role="status" className="text-soft">
					{doneCount} of {steps.length} done
				</p>
			</div>
			<ol className="border-t border-line-strong">
				{steps.map((step, index) => (
					<li key={step} className="border-b border-line-strong">
						<label className="grid min-h-14 grid-cols-[auto_2rem_1fr] items-start gap-x-3 py-4">
							<input type="checkbox" className="tick" checked={isDone(index)} onChange={(event) => onToggle(index, event.target.checked)} />
							<span className="font-semibold text-accent-ink tabular-nums">{index + 1}.</span>
							<span className={isDone(index) ? 'text-soft' : undefined}>{step}</span>
						</label>
					</li>
				))}
			</ol>
		</div>
	)
}
