import { LinkButton } from '#app/ui/button.tsx'
import { paths } from '#contracts/paths.ts'

type Station = { id: number; title: string; duration: string }

export function Journey({ title, stations }: { title: string; stations: readonly Station[] }) {
	return (
		<>
			<h2 className="text-3xl">{title}</h2>
			<div className={stations.length === 6 ? 'journey climb' : 'journey'}>
				<svg className="journey-line" viewBox="0 0 600 200" preserveAspectRatio="none" fill="none" aria-hidden="true">
					<path
						d="M-600 197C-513 197 -182 198 -80 197C22 197 -19 196 13 194C45 192 80 190 113 184C146 177 180 168 213 156C246 145 280 131 313 116C346 102 380 86 413 70C446 54 482 44 513 22C544 0 566 -35 600 -62C634 -89 637 -100 720 -140C803 -180 1037 -273 1100 -300"
						stroke="var(--accent)"
						strokeWidth="6"
						vectorEffect="non-scaling-stroke"
					/>
				</svg>
				<ol>
					{stations.map((station) => (
						<li key={station.id}>
							<span className="station" aria-hidden="true">
								{station.id}
							</span>
							<h3>{station.title}</h3>
							<p className="text-soft">{station.duration}</p>
						</li>
					))}
				</ol>
			</div>
			<LinkButton to={paths.modules} variant="secondary">
				View All Modules
			</LinkButton>
		</>
	)
}
