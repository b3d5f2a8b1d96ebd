import type { Goals } from '#content/schema/module.ts'

/** What the module aims at, marked as goals and not as promises. */
export function ModuleGoals({ goals }: { goals: Goals }) {
	return (
		<section aria-labelledby="goals" className="border-y-2 border-ink py-6">
			<h3 id="goals">{goals.title}</h3>
			<dl className="mt-4 flex flex-wrap gap-x-14 gap-y-4">
				{goals.items.map(({ label, value }) => (
					<div key={label}>
						<dt className="text-soft">{label}</dt>
						<dd className="text-xl font-semibold">{value}</dd>
					</div>
				))}
			</dl>
			<p className="mt-4 max-w-read">{goals.note}</p>
		</section>
	)
}
