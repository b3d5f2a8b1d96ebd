/** Chromium uses only the last list, and ours would replace Playwright's. */
export const OFF_BY_PLAYWRIGHT = [
	'AvoidUnnecessaryBeforeUnloadCheckSync',
	'DestroyProfileOnBrowserClose',
	'HttpsUpgrades',
	'HttpsFirstBalancedModeAutoEnable',
	'LensOverlay',
	'MediaRouter',
	'PaintHolding',
	'ThirdPartyStoragePartitioning',
	'AvoidCorsURLLoaderRestartOnRedirect',
	'TcpPortRandomizationWin',
	'OptimizationHints',
	'NetworkTimeServiceQuerying',
	'AimEnabled',
	'PreconnectToSearch',
	'msForceBrowserSignIn',
	'msEdgeUpdateLaunchServicesPreferredVersion',
]

/** Each test opens one window, and these cost more than most tests: pages in the address bar, and a spare process. */
const NOT_FOR_ONE_JOURNEY = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'SpareRendererForSitePerProcess']

const asRoot = process.getuid?.() === 0

/** Tests must pass on a machine without a network. */
export const QUIET_FLAGS = [
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
]

export const chromiumFlags = [
	...QUIET_FLAGS,
	`--disable-features=${[...OFF_BY_PLAYWRIGHT, ...NOT_FOR_ONE_JOURNEY].join(',')}`,
	...(asRoot ? ['--no-sandbox'] : []),
]
