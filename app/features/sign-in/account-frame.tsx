import type { ReactNode } from 'react'

import { SpritePicture } from '#app/ui/sprite-picture.tsx'

export function AccountFrame({ title, intro, children }: { title: string; intro?: ReactNode; children: ReactNode }) {
	return (
		<div className="page grid gap-x-16 gap-y-8 py-8 lg:grid-cols-[5fr_6fr] lg:py-14">
			<SpritePicture name="house" align="xMidYMid slice" className="h-56 w-full lg:h-full lg:min-h-[34rem]" />
			<div className="max-w-[34rem] lg:py-8">
				<h1>{title}</h1>
				{intro && <div className="mt-4">{intro}</div>}
				<div className="mt-8">{children}</div>
			</div>
		</div>
	)
}
