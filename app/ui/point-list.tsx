type PointListProps = {
	items: readonly { title: string; text: string }[]
	columns?: string | undefined
}

export function PointList({ items, columns = 'md:grid-cols-2' }: PointListProps) {
	return (
		<dl className={`mt-10 grid gap-x-12 gap-y-8 ${columns}`}>
			{items.map((item) => (
				<div key={item.title}>
					<dt className="text-xl font-semibold">{item.title}</dt>
					<dd className="mt-2">{item.text}</dd>
				</div>
			))}
		</dl>
	)
}
