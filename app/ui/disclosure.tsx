import type { ReactNode } from 'react'

/** One question that opens; if the members of a group have the same `name`, only one stays open. */
export function Disclosure({ summary, name, children }: { summary: ReactNode; name?: string; children: ReactNode }) {
	return (
		<details className="disclosure" name={name}>
			<summary>{summary}</summary>
			<div>{children}</div>
		</details>
	)
}
