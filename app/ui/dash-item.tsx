import type { ReactNode } from 'react'

/** List item with a dash. */
export const DashItem = ({ children }: { children: ReactNode }) => (
	<li className="flex gap-[.6rem] before:text-accent-ink before:content-['–']">{children}</li>
)
