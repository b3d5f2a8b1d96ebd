import type { ReactNode } from 'react'

/** One question that opens; give the members of a group the same `name` and only one stays open. */
export function Disclosure({ summary, name, children }: { summary: ReactNode; name?: string; children: ReactNode }) {
	return (
		<details className="disclosure" name={name}>
			<summary>{summary}</summary>
			<div>{children}</div>
		</details>
	)
}
