import { Icon } from './icon.tsx'

type CheckedListProps = {
	items: readonly string[]
	className?: string
	/** Class for the check marks' color; empty on a colored background, to use the text color. */
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
