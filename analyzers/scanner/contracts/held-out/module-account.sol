// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract ModuleAccount {
    address public admin;
    mapping(bytes4 => address) public moduleOf;

    event ModuleSet(bytes4 selector, address module);

    constructor() {
        admin = msg.sender;
    }

    function setModule(bytes4 selector, address module) external {
        _onlyAdmin();
        moduleOf[selector] = module;
        emit ModuleSet(selector, module);
    }

    function execute(address module, bytes memory data) public returns (bool done) {
        (done, ) = module.delegatecall(data); // expect: controlled-delegatecall
    }

    function setup(address admin_) public { // expect: unprotected-initializer
        admin = admin_; // expect: missing-event, missing-zero-check
    }

    fallback() external payable {
        address module = moduleOf[msg.sig];
        require(module != address(0), "unknown");
        (bool done, ) = module.delegatecall(msg.data);
        require(done, "failed");
    }

    function recover(address payable to) external {
        _onlyAdmin();
        to.transfer(address(this).balance);
    }

    function _onlyAdmin() internal view {
        require(admin == msg.sender, "not admin");
    }
}
