import type { ReactNode } from 'react'

export const Cards = ({ children }: { children: ReactNode }) => (
	<ul className="grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-4 max-md:gap-2">{children}</ul>
)

/** Card whose link covers all of it. */
export const Card = ({ children }: { children: ReactNode }) => (
	<li className="relative grid content-start gap-1 rounded-[.5rem] border border-line p-4 hover:border-line-strong hover:bg-raised max-md:px-3 max-md:py-2 [&_a]:after:absolute [&_a]:after:inset-0">
		{children}
	</li>
)
