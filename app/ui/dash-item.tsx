import type { ReactNode } from 'react'

export const DashItem = ({ children }: { children: ReactNode }) => (
	<li className="flex gap-[.6rem] before:text-accent-ink before:content-['–']">{children}</li>
)
