import { useEffect, useRef, useState, type ComponentType } from 'react'

import { Button } from '#app/ui/button.tsx'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import type { TrialPage } from '#content/schema/free-trial.ts'

type WelcomeSlidesProps = {
	words: TrialPage['welcome']
	/** Zero-based slide; a stored value beyond the last slide shows the last one. */
	index: number
	onMove: (index: number) => void
	onFinish: () => void
}

/** Slides of the welcome. Each new slide is announced to screen readers. */
export function WelcomeSlides({ words, index, onMove, onFinish }: WelcomeSlidesProps) {
	const total = words.slides.length
	const at = Math.min(index, total - 1)
	const isLast = at === total - 1
	const nextButton = useRef<HTMLButtonElement>(null)
	const slide = words.slides[at]
	const [parts, setParts] = useState<{ Picture: ComponentType<{ part: number }> } | null>(null)

	// The pictures are loaded when the welcome opens. They are decorative, so a failed import is ignored.
	useEffect(() => {
		import('./welcome-picture.tsx').then(
			({ WelcomePicture }) => setParts({ Picture: WelcomePicture }),
			() => {},
		)
	}, [])
	useEffect(() => {
		const onKeyDown = ({ key }: KeyboardEvent) => {
			if (key === 'ArrowRight' && at < total - 1) onMove(at + 1)
			if (key === 'ArrowLeft' && at > 0) onMove(at - 1)
		}
		document.addEventListener('keydown', onKeyDown)
		return () => document.removeEventListener('keydown', onKeyDown)
	}, [at, total, onMove])

	function goBack() {
		onMove(at - 1)
		// On the first slide Previous is disabled and would lose the focus.
		if (at === 1) nextButton.current?.focus()
	}

	return (
		<>
			<ProgressBar label={words.progressLabel} value={at + 1} max={total} />
			<p className="mt-2 text-soft">{words.slideOf.replace('{n}', String(at + 1)).replace('{total}', String(total))}</p>
			<div className="mt-4 aspect-[16/7] max-h-64 w-full">{parts && <parts.Picture part={at} />}</div>
			<div aria-live="polite" className="mt-5 min-h-64">
				<h3>{slide?.title}</h3>
				{slide?.lines.map((line) => (
					<p key={line} className="mt-3">
						{line}
					</p>
				))}
			</div>
			<div className="mt-6 flex flex-wrap justify-between gap-4">
				<Button variant="secondary" disabled={at === 0} onClick={goBack}>
					{words.previous}
				</Button>
				<Button ref={nextButton} onClick={() => (isLast ? onFinish() : onMove(at + 1))}>
					{isLast ? words.finish : words.next}
				</Button>
			</div>
		</>
	)
}
