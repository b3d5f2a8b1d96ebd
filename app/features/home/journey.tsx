import { LinkButton } from '#app/ui/button.tsx'
import { paths } from '#contracts/paths.ts'

type Station = { id: number; title: string; duration: string }

/** The course as a map: six stations on one line that starts flat and climbs. */
export function Journey({ stations }: { stations: readonly Station[] }) {
	return (
		<>
			<h2 className="text-3xl">Six stations, one way up</h2>
			<div className="journey">
				<svg className="journey-line" viewBox="0 0 600 200" preserveAspectRatio="none" fill="none" aria-hidden="true" focusable="false">
					<path
						d="M-60 194H20C120 194 150 190 220 172C330 144 420 90 520 24L620 -40"
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
