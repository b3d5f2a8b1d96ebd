import { Button } from '#app/ui/button.tsx'

type SectionStepsProps = { index: number; count: number; onGo: (index: number) => void }

/** Previous and Next buttons, disabled at the first and last section. */
export function SectionSteps({ index, count, onGo }: SectionStepsProps) {
	return (
		<nav aria-label="Section navigation" className="mt-12 flex flex-wrap justify-between gap-4 border-t-2 border-ink pt-6">
			<Button variant="secondary" disabled={index <= 0} onClick={() => onGo(index - 1)}>
				Previous
			</Button>
			<Button variant={index >= count - 1 ? 'secondary' : 'primary'} disabled={index >= count - 1} onClick={() => onGo(index + 1)}>
				Next
			</Button>
		</nav>
	)
}
