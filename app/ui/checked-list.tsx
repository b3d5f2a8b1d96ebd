import { Icon } from './icon.tsx'

type CheckedListProps = {
	items: readonly string[]
	className?: string
	/** Class for the color of the check marks; empty on a colored background, where they have the text's color. */
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
