import type { ReactNode } from 'react'

type DisclosureProps = { summary: ReactNode; name?: string; /** Initially open. */ open?: boolean; children: ReactNode }

/** One question that opens; if the members of a group have the same `name`, only one stays open. */
export function Disclosure({ summary, name, open, children }: DisclosureProps) {
	return (
		<details className="disclosure" name={name} open={open}>
			<summary>{summary}</summary>
			<div>{children}</div>
		</details>
	)
}
