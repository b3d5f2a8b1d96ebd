import { COUNTRY_ZONES } from './country-zones.ts'

/**
 * North American area codes that are in a single time zone. For others, the strictest hours of the country apply, so a
 * missing area code may delay a message but never wakes anyone.
 */
const ZONES: Record<string, string> = {
	'America/New_York':
		'201 202 203 207 212 215 216 220 223 227 234 240 248 252 267 272 276 301 302 304 305 315 321 326 330 332 336 339 347 351 352 380 386 401 404 407 410 412 413 419 434 440 443 445 470 475 478 484 508 513 516 517 518 540 551 561 567 570 571 582 585 586 603 607 609 610 614 616 617 631 640 646 667 678 680 681 689 703 704 716 717 718 724 727 732 734 740 743 754 757 762 770 771 772 774 781 786 802 803 804 810 813 814 828 835 838 843 845 848 854 856 857 860 862 863 864 878 904 908 910 912 914 917 919 929 934 941 943 947 948 954 959 973 978 980 984 989',
	'America/Chicago':
		'205 210 214 217 218 224 225 228 251 254 256 281 309 312 314 316 318 319 320 325 331 334 337 346 361 405 409 414 417 464 469 479 501 504 507 512 515 534 563 572 573 580 601 608 612 615 618 629 630 636 641 651 659 660 662 682 708 712 713 715 726 730 731 737 763 769 773 779 806 815 816 817 830 832 847 870 872 901 903 913 918 920 936 938 940 945 952 956 972 979 985',
	'America/Denver': '303 307 385 406 435 505 575 720 801 915 983',
	'America/Phoenix': '480 520 602 623',
	'America/Los_Angeles':
		'206 209 213 253 279 310 323 341 350 360 408 415 424 425 442 503 509 510 530 559 562 564 619 626 628 650 657 661 669 702 707 714 725 747 760 805 818 820 831 840 858 909 916 925 949 951 971',
	'Pacific/Honolulu': '808',
	'America/Toronto': '226 289 343 365 416 437 438 450 514 519 548 579 613 647 905',
	'America/Halifax': '782 902',
	'America/Winnipeg': '204 431',
	'America/Edmonton': '403 587 780 825',
}

export const AREA_CODE_ZONES: ReadonlyMap<string, string> = new Map(
	Object.entries(ZONES).flatMap(([zone, codes]) => codes.split(' ').map((code) => [code, zone] as const)),
)

const FIRST_HOUR = 8
/** Hour from which nothing is sent. */
const LAST_HOUR = 21
const QUARTER_MS = 15 * 60_000
const DAY_MS = 86_400_000

export type ZonedPhone = { e164: string; country: string }

const areaCodeOf = (e164: string): string | undefined => /^\+1(\d{3})\d{7}$/.exec(e164)?.[1]

/** Returns the area code's zone if it has only one, otherwise all zones of the country; none for an unknown country. */
export function findTimeZones({ e164, country }: ZonedPhone): readonly string[] {
	const zone = AREA_CODE_ZONES.get(areaCodeOf(e164) ?? '')
	return zone === undefined ? (COUNTRY_ZONES[country] ?? []) : [zone]
}

const hourIn = (zone: string, ms: number): number =>
	Number(new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(ms))

const isWaking = (zones: readonly string[], ms: number): boolean =>
	zones.length > 0 &&
	zones.every((zone) => {
		const hour = hourIn(zone, ms)
		return hour >= FIRST_HOUR && hour < LAST_HOUR
	})

/**
 * Returns the first time from `ms` on that is between 8:00 and 21:00 in every zone in which the number's owner may live, for messages that
 * aren't urgent. Checks every quarter of an hour, because zone offsets are multiples of it.
 * @returns milliseconds; null if there is no such time in the next two days, as for a country without known zones
 */
export function nextWakingTime(phone: ZonedPhone, ms: number): number | null {
	const zones = findTimeZones(phone)
	if (isWaking(zones, ms)) return ms
	for (let time = ms - (ms % QUARTER_MS) + QUARTER_MS; time <= ms + 2 * DAY_MS; time += QUARTER_MS) if (isWaking(zones, time)) return time
	return null
}

/** Returns the owner's local date, such as `2026-11-20`, to send one digest per day. */
export const localDayOfPhone = (phone: ZonedPhone, ms: number): string =>
	new Intl.DateTimeFormat('en-CA', { timeZone: findTimeZones(phone)[0] ?? 'UTC', dateStyle: 'short' }).format(ms)
