import type { ReactNode } from 'react'

import { RotationToggle } from './rotation-toggle.tsx'
import { useRotation } from './use-rotation.ts'

/** Rotating headline. All taglines overlap in one grid cell, so the layout doesn't shift. `children` follow the heading. */
export function HeroTaglines({ taglines, children }: { taglines: readonly string[]; children: ReactNode }) {
	const { index, isPlaying, toggle, hold } = useRotation(taglines.length)
	return (
		<div {...hold} className="hero-text">
			<h1 className="taglines">
				{taglines.map((tagline, position) => (
					<span key={tagline} data-shown={position === index || undefined}>
						{tagline}
					</span>
				))}
			</h1>
			{children}
			<div className="hero-toggle screen-only">
				<RotationToggle what="headline" isPlaying={isPlaying} onToggle={toggle} />
			</div>
		</div>
	)
}
