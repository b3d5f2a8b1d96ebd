import { useId, useState, type ReactNode } from 'react'

type FoldProps = {
	head: ReactNode
	name: string
	startsOpen?: boolean
	children: ReactNode
}

const HEAD =
	'contents folded:relative folded:flex folded:w-full folded:items-start folded:justify-between folded:gap-4 folded:[&>:is(h2,h3)]:m-0'
const TOGGLE = 'hidden size-11 flex-none -my-1.5 -mr-1.5 place-items-center folded:grid'
/** Makes the whole header clickable. */
const TOGGLE_AREA = 'after:absolute after:-top-2 after:right-0 after:-bottom-2 after:left-0'
const ARROW = 'before:size-[.7rem] before:border-r-[2.5px] before:border-b-[2.5px] before:border-accent-ink'
const ARROW_UP = 'before:translate-y-[.15rem] before:rotate-225'
const ARROW_DOWN = 'before:-translate-y-[.2rem] before:rotate-45'
const BODY = 'contents folded:w-full folded:justify-items-start folded:gap-[.6rem] folded:pt-3'

/** Section that collapses on narrow screens only; in print and without JavaScript, everything is shown. */
export function CollapsibleSection({ head, name, startsOpen = false, children }: FoldProps) {
	const id = useId()
	const [chosen, setChosen] = useState<boolean | null>(null)
	const isOpen = chosen ?? startsOpen
	return (
		<div className="contents" data-open={isOpen || undefined}>
			<div className={HEAD}>
				{head}
				<button
					type="button"
					className={`${TOGGLE} ${TOGGLE_AREA} ${ARROW} ${isOpen ? ARROW_UP : ARROW_DOWN}`}
					aria-expanded={isOpen}
					aria-controls={id}
					aria-label={`Details: ${name}`}
					onClick={() => setChosen(!isOpen)}
				/>
			</div>
			<div id={id} className={`${BODY} ${isOpen ? 'folded:grid' : 'folded:hidden'}`}>
				{children}
			</div>
		</div>
	)
}
