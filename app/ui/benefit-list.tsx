import { splitComingLater } from '#domain/offers/coming-later.ts'

import { CheckedList } from './checked-list.tsx'

type BenefitListProps = Parameters<typeof CheckedList>[0] & {
	/** Level of the heading "Coming later": the same as that of the heading above the list. */
	heading: 'h2' | 'h3'
}

/** Lists the benefits. Upcoming ones follow under their own heading. */
export function BenefitList({ items, heading: Heading, ...list }: BenefitListProps) {
	const { included, later } = splitComingLater(items)
	return (
		<>
			<CheckedList items={included} {...list} />
			{later.length > 0 && (
				<div className="mt-6">
					<Heading className="text-lg">Coming later</Heading>
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
