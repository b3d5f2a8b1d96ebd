import type { ReactNode } from 'react'

type SectionProps = {
	title: string
	/** Sentence next to the heading of a section without content; otherwise false. */ empty: string | false
	children: ReactNode
}

/** Section of a learner's page. An empty one is a single line. */
export const Section = ({ title, empty, children }: SectionProps) =>
	empty === false ? (
		<>
			<h2>{title}</h2>
			{children}
		</>
	) : (
		<div className="flex flex-wrap items-baseline gap-x-4">
			<h2>{title}</h2>
			<p className="text-soft">{empty}</p>
		</div>
	)
