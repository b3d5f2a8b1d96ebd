import { lazy, Suspense } from 'react'

import { useHydrated } from '#app/lib/use-hydrated.ts'

import { OUTLINE_ENTRY, OUTLINE_LIST, type PartListProps } from './outline-row.tsx'

const SortableParts = lazy(() => import('./sortable-parts.tsx'))

const FixedParts = ({ label, parts, row }: PartListProps) => (
	<ol className={OUTLINE_LIST} aria-label={label}>
		{parts.map((part, index) => (
			<li key={part.id} className={OUTLINE_ENTRY}>
				{row(part, index)}
			</li>
		))}
	</ol>
)

/** List of parts. Dragging works once its library has loaded; the buttons work immediately. */
export function PartList(props: PartListProps) {
	const fixed = <FixedParts {...props} />
	if (!useHydrated()) return fixed
	return (
		<Suspense fallback={fixed}>
			<SortableParts {...props} />
		</Suspense>
	)
}
