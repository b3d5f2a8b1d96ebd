import { useId, useState, type ReactNode } from 'react'

type FoldProps = {
	head: ReactNode
	name: string
	startsOpen?: boolean
	children: ReactNode
}

/** Section that collapses on narrow screens only; in print and without JavaScript, everything is shown. Needs `styles/folds.css`. */
export function Fold({ head, name, startsOpen = false, children }: FoldProps) {
	const id = useId()
	const [chosen, setChosen] = useState<boolean | null>(null)
	const isOpen = chosen ?? startsOpen
	return (
		<div className="fold" data-open={isOpen || undefined}>
			<div className="fold-head">
				{head}
				<button
					type="button"
					className="fold-toggle"
					aria-expanded={isOpen}
					aria-controls={id}
					aria-label={`Details: ${name}`}
					onClick={() => setChosen(!isOpen)}
				/>
			</div>
			<div id={id} className="fold-body">
				{children}
			</div>
		</div>
	)
}
