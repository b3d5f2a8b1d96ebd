import type { ReactNode } from 'react'

export const Cards = ({ children }: { children: ReactNode }) => (
	<ul className="grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-4">{children}</ul>
)

export const Card = ({ children }: { children: ReactNode }) => (
	<li className="grid content-start gap-1 rounded-[.5rem] border border-line p-4">{children}</li>
)
