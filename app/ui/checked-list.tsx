import { Icon } from './icon.tsx'

type CheckedListProps = {
	items: readonly string[]
	/** Gaps, columns and size of the text. */
	className?: string
	/** Color of the ticks; empty on a colored background, where they take the color of the text. */
	tick?: string
}

export function CheckedList({ items, className = 'gap-3', tick = 'text-spruce-ink' }: CheckedListProps) {
	return (
		<ul className={`grid ${className}`}>
			{items.map((item) => (
				<li key={item} className="flex gap-3">
					<span className={`mt-1 ${tick}`}>
						<Icon name="check" />
					</span>
					{item}
				</li>
			))}
		</ul>
	)
}
