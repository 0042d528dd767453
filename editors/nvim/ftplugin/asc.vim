" An AscendC source is edited like C++.
if exists('b:did_ftplugin')
  finish
endif
runtime! ftplugin/cpp.vim
setlocal commentstring=//\ %s
