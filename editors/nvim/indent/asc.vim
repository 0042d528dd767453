runtime! indent/cpp.vim
