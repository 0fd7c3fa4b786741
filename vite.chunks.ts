/**
 * Chunks of the app's code: six that screens share, instead of some thirty of a few hundred bytes, because on a phone
 * more requests cost more than they save. What the first signed-in page needs is apart from what only later ones share.
 */
import type { Plugin, Rolldown } from 'vite';

type Group = Rolldown.CodeSplittingGroup;
type Modules = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

const dependencies = /node_modules|rolldown\/runtime/;
/** What every signed-in page needs at once, and the dashboard's first screen. */
const firstSignedInCode =
  /\/src\/(screens\/(dashboard|overview)\/|app\/(signed-in-|live\/create-alert-announcer))/;
const laterSignedInCode =
  /\/src\/(screens\/(onboarding|matches|match|thresholds|alerts|settings|plan)\/|features\/|components\/virtual-rows|app\/live\/handle-live-event)/;
/** Of pages for everyone, and what is loaded beside any page. */
const otherLateCode =
  /\/src\/(screens\/(register|legal|support|how-it-works)\/|services\/profile-initializer|app\/(contact-actor|toasts\/))/;

/** Modules that a module's code is loaded by: the page, and dynamic imports. */
function loadedBy(id: string, modules: Modules): Set<string> {
  const starts = new Set<string>();
  const seen = new Set([id]);
  for (const current of seen) {
    const info = modules.getModuleInfo(current);
    if (info === null || info.isEntry || info.dynamicImporters.length > 0) starts.add(current);
    for (const importer of info?.importers ?? []) seen.add(importer);
  }
  return starts;
}

/** Code that public pages need stays out of the signed-in app's chunk; the identity SDK's stays as it is. */
function nameShared(id: string, modules: Modules): string | null {
  const starts = [...loadedBy(id, modules)];
  const isOf = (...code: RegExp[]) =>
    starts.every((start) => code.some((each) => each.test(start)));
  if (isOf(laterSignedInCode)) return 'later-screens';
  if (isOf(firstSignedInCode, laterSignedInCode)) return 'signed-in';
  if (dependencies.test(id) || !isOf(firstSignedInCode, laterSignedInCode, otherLateCode))
    return null;
  return starts.some((start) => firstSignedInCode.test(start)) ? 'common' : 'public';
}

export const chunkGroups: Group[] = [
  // Dependencies apart: their chunk stays cached when only our code changes.
  { name: 'libraries', test: dependencies, tags: ['$initial'], priority: 1 },
  { name: 'first', tags: ['$initial'] },
  { name: nameShared, debugName: 'shared', minShareCount: 2 },
];

const firstLoad =
  /^(index|libraries|common|signed-in|signed-in-runtime|dashboard-layout|overview-screen|firebase-identity|with-timeout)$/;

/**
 * V8's explicit compile hint, which must be a file's first line: the functions of a first load are compiled while it
 * arrives, on another thread, and not one by one on the page's when they are called.
 */
export const compileHints: Plugin = {
  name: 'compile-hints',
  generateBundle: {
    // Vite puts a list of files before the code.
    order: 'post',
    handler(_options, files) {
      for (const file of Object.values(files))
        if (file.type === 'chunk' && firstLoad.test(file.name))
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
    },
  },
};
