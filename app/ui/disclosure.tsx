import type { ReactNode } from 'react'

type DisclosureProps = { summary: ReactNode; name?: string; /** Initially open. */ open?: boolean; children: ReactNode }

/** Expandable section; of those with the same `name`, only one is open at a time. */
export function Disclosure({ summary, name, open, children }: DisclosureProps) {
	return (
		<details className="disclosure" name={name} open={open}>
			<summary>{summary}</summary>
			<div>{children}</div>
		</details>
	)
}
