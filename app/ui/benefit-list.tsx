import { splitComingLater } from '#domain/offers/coming-later.ts'

import { CheckedList } from './checked-list.tsx'

/** What an offer includes, with ticks; what comes later follows apart, without a tick. */
export function BenefitList({ items, ...list }: Parameters<typeof CheckedList>[0]) {
	const { included, later } = splitComingLater(items)
	return (
		<>
			<CheckedList items={included} {...list} />
			{later.length > 0 && (
				<div className="mt-6">
					<p className="font-semibold">Coming later</p>
					<ul className="mt-2 grid list-disc gap-1 pl-5">
						{later.map((item) => (
							<li key={item}>{item}</li>
						))}
					</ul>
				</div>
			)}
		</>
	)
}
