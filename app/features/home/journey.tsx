import { LinkButton } from '#app/ui/button.tsx'
import { paths } from '#contracts/paths.ts'

type Station = { id: number; title: string; duration: string }

const STATION =
	'relative pb-7 pl-17 before:absolute before:inset-y-0 before:left-5.5 before:-translate-x-[3px] before:border-l-6 before:border-accent'
/** With six stations, the path climbs from left to right if there is space. */
const CLIMBING = 'lg:pt-13 lg:pr-5 lg:pb-0 lg:pl-0 lg:before:content-none'
const HEIGHTS = ['lg:mt-43', 'lg:mt-[10.1rem]', 'lg:mt-[8.4rem]', 'lg:mt-[5.9rem]', 'lg:mt-12', 'lg:mt-0']
const SIGN = 'absolute left-0 grid size-11 place-items-center rounded-[50%] border-5 border-accent bg-ground leading-none font-semibold'

export function Journey({ title, stations }: { title: string; stations: readonly Station[] }) {
	const isClimb = stations.length === HEIGHTS.length
	return (
		<>
			<h2 className="text-3xl">{title}</h2>
			<div className="relative mt-10 mb-8">
				<svg
					className={`hidden ${isClimb ? 'lg:absolute lg:block lg:h-50 lg:w-full lg:overflow-visible' : ''}`}
					viewBox="0 0 600 200"
					preserveAspectRatio="none"
					fill="none"
					aria-hidden="true"
				>
					<path
						d="M-600 197C-513 197 -182 198 -80 197C22 197 -19 196 13 194C45 192 80 190 113 184C146 177 180 168 213 156C246 145 280 131 313 116C346 102 380 86 413 70C446 54 482 44 513 22C544 0 566 -35 600 -62C634 -89 637 -100 720 -140C803 -180 1037 -273 1100 -300"
						stroke="var(--accent)"
						strokeWidth="6"
						vectorEffect="non-scaling-stroke"
					/>
				</svg>
				<ol className={isClimb ? 'lg:grid lg:grid-cols-6' : ''}>
					{stations.map((station, index) => (
						<li key={station.id} className={`${STATION} ${isClimb ? `${CLIMBING} ${HEIGHTS[index]}` : ''}`}>
							<span className={`${SIGN} ${isClimb ? 'lg:top-0' : ''}`} aria-hidden="true">
								{station.id}
							</span>
							<h3 className={`pt-[.4rem] ${isClimb ? 'lg:text-(length:--text-lg)' : ''}`}>{station.title}</h3>
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
