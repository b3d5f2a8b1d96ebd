/** Names of caches that the page fills and the service worker reads. */
export const KEPT_PAGES = 'launchway-kept-pages'
export const KEPT_FILES = 'launchway-kept-files'

/** Service worker, built by vite.worker.config.ts. Served from the root, so that its scope covers all pages. */
export const WORKER_PATH = '/offline-worker.js'
/** Fallback for pages that aren't saved on the device (app/routes/learning/offline.tsx). */
export const OFFLINE_PAGE = '/offline'
export const KEPT_FILE_LIST_PATH = '/offline-files.json'

/** The site's current scripts, styles and fonts, and their total size in bytes. */
export type KeptFileList = { files: string[]; bytes: number }

/** Options for cache lookups, which ignore query and Vary headers. */
export const CACHE_MATCH_OPTIONS = { ignoreSearch: true, ignoreVary: true }
